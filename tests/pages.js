// What tests run in a browser's page; `conftest.py` reads each function by the name above it.

// ALL_DRAWN
// A stepper draws at once, and then no more before the next frame: what comes sooner waits for it.
() => [...document.querySelectorAll(".fsl")].every(({stepper}) => !stepper
    || stepper.transport.timer || !stepper.waiting
        && stepper.steps.every((step, at) => step === stepper.drawn[at]))

// WAIT
// What `wait_for_function` does, without the large script that it brings to every page.
(holds, patience = 10_000) => new Promise((done, fail) => {
    const look = () => holds() ? done() : performance.now() > end
        ? fail(new Error(`never: ${holds}`)) : requestAnimationFrame(look);
    const end = performance.now() + patience;
    look();
})

// DRAWN
() => jupyterapp.shell.currentWidget.content.widgets.every(cell => {
    const mime = "application/vnd.jupyter.widget-view+json";
    const shown = (cell.model.outputs?.toJSON() ?? []).filter(({data}) => data?.[mime]);
    const drawn = cell.node.querySelectorAll(".jp-OutputArea-output > .lm-Widget > :first-child");
    return drawn.length >= shown.length;
})

// OPEN
async path => {
    const shown = await jupyterapp.commands.execute("docmanager:open", {path});
    await shown.context.ready;
}

// UNSEEN
// What no learner can work with, in words: of every question and every board on the page.
() => {
    const found = [], least = innerWidth > 600 ? 300 : 260;
    const box = one => one.getBoundingClientRect();
    for (const asked of document.querySelectorAll(".fsl-question")) {
        const words = asked.querySelector(".fsl-asked").innerText;
        const cell = asked.closest(".jp-Cell"), board = asked.querySelector(".fsl-sheet > svg");
        const text = asked.querySelector(".fsl-beside");
        const name = `${words.slice(0, 60)}:`;
        const shows = (cell ?? document).querySelector(".fsl-board, .jp-RenderedSVG svg, img");
        if (/this board/i.test(words) && !shows)
            found.push(`${name} no board`);
        const shown = [...asked.querySelectorAll(":scope > *, .fsl-beside > *")].filter(one =>
            one.checkVisibility() && box(one).height && !one.matches(".fsl-part *"));
        for (const one of shown) {
            const next = shown.find(other => other.previousElementSibling === one);
            if (next && box(next).top < box(one).bottom - 1)
                found.push(`${name} ${one.className} lies on ${next.className}`);
            if (box(one).right > box(asked).right + 1) found.push(`${name} ${one.className} is cut`);
        }
        if (!board) continue;
        if (box(board).width < least) found.push(`${name} ${box(board).width} px`);
        const beside = box(text).left >= box(board).right - 1;
        if (!beside && box(text).top < box(board).bottom - 1) found.push(`${name} text on the board`);
        if (box(board).right > box(asked).right) found.push(`${name} cut`);
    }
    const light = ([r, g, b]) => [r, g, b].map(one => one / 255)
        .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
        .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
    const rgb = colour => // of `color(srgb ...)`, which is a mixture, the parts are at most 1
        (colour.match(/[\d.]+/g) ?? []).map(Number)
            .map((one, at) => at < 3 && colour.startsWith("color(") ? one * 255 : one);
    const style = one => getComputedStyle(one);
    const parents = (one, top) => one === top ? [top] : [one, ...parents(one.parentElement, top)];
    const over = ([r, g, b, a = 1], under) => // a colour on another one
        [r, g, b].map((one, at) => one * a + under[at] * (1 - a));
    // A text of a picture that is hard to read on the last shape that was drawn below it.
    const faint = text => {
        const words = text.textContent.trim(), { left, width, top, height } = box(text);
        if (!/[\p{L}\d]/u.test(words) || !width || !text.checkVisibility({
            opacityProperty: true, visibilityProperty: true })) return "";
        const at = { x: left + width / 2, y: top + height / 2 };
        const up = parents(text, document.documentElement);
        const ground = up.find(one => !(one instanceof SVGElement)
            && !/^rgba.*, 0\)/.test(style(one).backgroundColor));
        let below = rgb(style(ground ?? document.body).backgroundColor);
        for (const shape of text.ownerSVGElement.querySelectorAll("*")) {
            const after = text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING;
            if (after || !(shape instanceof SVGGeometryElement) || !shape.checkVisibility({
                opacityProperty: true, visibilityProperty: true })) continue;
            const { fill, fillOpacity } = style(shape);
            const inside = new DOMPoint(at.x, at.y).matrixTransform(shape.getScreenCTM().inverse());
            if (fill === "none" || fill.startsWith("url") || !shape.isPointInFill(inside)) continue;
            const [r, g, b, a = 1] = rgb(fill);
            below = over([r, g, b, a * fillOpacity * clear(shape)], below);
        }
        const [r, g, b, a = 1] = rgb(style(text).fill);
        const ink = over([r, g, b, a * style(text).fillOpacity * clear(text)], below);
        const [dark, bright] = [ink, below].map(light).sort((x, y) => x - y).map(one => one + 0.05);
        return bright / dark < 4.5 ? `${words} in a picture: contrast ${(bright / dark).toFixed(2)}` : "";
    };
    const clear = shape => parents(shape, shape.ownerSVGElement)
        .reduce((all, one) => all * style(one).opacity, 1);
    for (const run of document.querySelectorAll(".fsl")) {
        const inside = [...run.querySelectorAll("*")].filter(one => one.scrollHeight
            > one.clientHeight + 1 && /auto|scroll/.test(style(one).overflowY));
        for (const one of inside) if (inside.some(other => other !== one && other.contains(one)))
            found.push(`${one.className}: a scroll within a scroll`);
        const lines = []; // of text that can be seen: where each is, and whose it is
        const texts = document.createTreeWalker(run, NodeFilter.SHOW_TEXT), range = new Range();
        for (let text; (text = texts.nextNode());) {
            const one = text.parentElement, words = text.data.trim();
            const seen = one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
            if (!words || !seen || one.closest("svg, option, .fsl-question .fsl")
                && one.closest(".fsl") !== run || one.closest("svg, option, select")) continue;
            range.selectNodeContents(text);
            const up = parents(one, run);
            if (up.some(other => style(other).position === "sticky" && other.scrollTop === 0
                && other.parentElement.scrollTop)) continue; // what scrolls goes below it
            const shows = up.filter(other => style(other).overflow !== "visible");
            for (const { left, right, top, bottom } of range.getClientRects()) {
                const clip = shows.reduce(([l, r, t, b], other) => [Math.max(l, box(other).left),
                    Math.min(r, box(other).right), Math.max(t, box(other).top),
                    Math.min(b, box(other).bottom)], [left, right, top, bottom]);
                if (clip[1] - clip[0] > 3 && clip[3] - clip[2] > 3) lines.push([...clip, words]);
                const soft = other => /auto|scroll/.test(style(other).overflow)
                    || style(other).textOverflow === "ellipsis" || box(other).width < 3;
                const low = shows.some(other => bottom > box(other).bottom + 4) && clip[3] > clip[2];
                if ((right > box(run).right + 1 || low) && !shows.some(soft))
                    found.push(`${words}: is cut`);
            }
            const ground = up.find(other => !/^rgba.*, 0\)/.test(style(other).backgroundColor));
            const both = [style(one).color, style(ground ?? run).backgroundColor].map(rgb).map(light);
            const [dark, bright] = both.sort((a, b) => a - b).map(value => value + 0.05);
            if (bright / dark < 4.5 && /\p{L}|\d/u.test(words) && !one.closest(":disabled"))
                found.push(`${words}: contrast ${(bright / dark).toFixed(2)}`);
        }
        found.push(...run.querySelectorAll("svg text").values().map(faint).filter(Boolean));
        for (const [at, [l, r, t, b, words]] of lines.entries())
            for (const [left, right, top, low, others] of lines.slice(at + 1))
                if (Math.min(r, right) - Math.max(l, left) > 2 && words !== others
                    && Math.min(b, low) - Math.max(t, top) > 4)
                    found.push(`“${words}” lies on “${others}”`);
    }
    return found;
}

// SMALL
// What a class cannot read, or what is cut: words and digits below 20 px on the slide that is shown,
// in its pictures the digits. Captions within pictures are left out.
() => {
    const seen = { opacityProperty: true, visibilityProperty: true }, found = [], range = new Range();
    const slide = document.querySelector(".slide.shown"), fills = document.querySelector(".fsl-filling");
    const texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    const parents = one => one === slide ? [] : [one, ...parents(one.parentElement)];
    for (let text; (text = texts.nextNode());) {
        const one = text.parentElement, words = text.data.trim(), svg = one.closest("svg");
        const left = "script, style, template, option, title, desc, .fsl-hidden";
        if (!/[\p{L}\d]/u.test(words) || !one.checkVisibility(seen) || one.closest(left)) continue;
        if (fills && !fills.contains(one) && !one.closest(".kept, nav")) continue; // it lies above
        range.selectNodeContents(text);
        let { left: l, right: r, top: t, bottom: b } = range.getBoundingClientRect();
        const cut = r > innerWidth + 1 || b > innerHeight + 1;
        for (const other of parents(one))
            if (!(other instanceof SVGElement) && getComputedStyle(other).overflow !== "visible") {
                const box = other.getBoundingClientRect();
                [l, r, t, b] = [Math.max(l, box.left), Math.min(r, box.right),
                    Math.max(t, box.top), Math.min(b, box.bottom)];
            }
        if (r - l < 2 || b - t < 2) continue; // a run that comes later
        const m = svg && one.getScreenCTM();
        const size = parseFloat(getComputedStyle(one).fontSize) * (m ? Math.hypot(m.a, m.b)
            : parents(one).reduce((all, other) => all * (getComputedStyle(other).zoom || 1), 1));
        if (size < 19.9 || cut) found.push(`${words.slice(0, 30)}: ${cut ? "cut" : size.toFixed(1)}`);
    }
    for (const one of slide.querySelectorAll("img")) {
        const { width, height } = one.getBoundingClientRect();
        const part = Math.min(width / one.naturalWidth, height / one.naturalHeight) * 4 / 3;
        const digits = decodeURIComponent(one.src).matchAll(/font[^"]*?([\d.]+)px[^>]*>(?=\d<)/g);
        for (const [, size] of width && !fills ? digits : [])
            if (size * part < 19.9) found.push(`a digit in ${one.alt}: ${(size * part).toFixed(1)}`);
    }
    return [...new Set(found)];
}

// CLOSE
async () => {
    for (const shown of [...jupyterapp.shell.widgets("main")]) {
        await shown.sessionContext?.shutdown();
        shown.dispose();
    }
}

// IN_KERNEL
async ([code, wanted]) => {
    const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const done = await kernel.requestExecute({code, user_expressions: {wanted}}).done;
    return done.content.user_expressions.wanted.data?.["text/plain"] ?? "";
}

// FIRST_CELL
async () => {
    const notebook = jupyterapp.shell.currentWidget;
    await notebook.sessionContext.ready;
    await notebook.sessionContext.session.kernel.info;
    notebook.content.activeCellIndex = 0;
    notebook.content.activate();
}

// RUN_ALL
async () => {
    const app = window.jupyterapp, notebook = app.shell.currentWidget;
    await notebook.context.ready;
    await notebook.sessionContext.ready;
    await notebook.sessionContext.session.kernel.info;
    await app.commands.execute('notebook:run-all-cells');
    return notebook.content.widgets
        .filter(cell => cell.model.type === 'code')
        .flatMap(cell => cell.model.sharedModel.outputs)
        .filter(output => output.output_type === 'error')
        .map(output => `${output.ename}: ${output.evalue}`);
}

// LOOK
async () => {
    const wide = document.documentElement.scrollWidth;
    const pictures = [...document.images];
    for (const one of pictures) one.loading = 'eager';
    await Promise.allSettled(pictures.map(one => one.decode()));
    return [...wide > innerWidth ? [`${wide} px wide`] : [],
        ...pictures.filter(one => !one.naturalWidth).map(one => `broken: ${one.src}`)].join();
}

// RUN_IN_LITE
async () => {
    const app = window.jupyterapp, notebook = app.shell.currentWidget;
    await notebook.context.ready;
    await notebook.sessionContext.ready;
    await app.commands.execute('notebook:run-all-cells');
    const code = notebook.content.widgets.filter(cell => cell.model.type === 'code');
    const wrong = code.flatMap(cell => cell.model.sharedModel.outputs)
        .filter(output => output.output_type === 'error' || output.name === 'stderr')
        .map(output => output.ename ? `${output.ename}: ${output.evalue}` : String(output.text));
    return [code.filter(cell => cell.model.executionCount).map(cell => cell.model.id), wrong];
}
