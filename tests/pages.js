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
    const stays = ({data}) => data?.[mime] && !/^ *\d+%\|/.test(data["text/plain"]); // no bar
    const shown = (cell.model.outputs?.toJSON() ?? []).filter(stays);
    const drawn = cell.node.querySelectorAll(".jp-OutputArea-output > .lm-Widget > :first-child");
    return drawn.length >= shown.length;
})

// OPEN
async path => {
    const shown = await jupyterapp.commands.execute("docmanager:open", {path});
    await shown.context.ready;
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
