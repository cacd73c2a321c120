// The players know Jupyter's word for a light or dark page; this one has its own.

addEventListener("DOMContentLoaded", () => {
  const { body } = document,
    dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const theme = body.dataset.theme;
    const light = String(theme === "light" || (theme !== "dark" && !dark.matches));
    if (body.dataset.jpThemeLight !== light) body.dataset.jpThemeLight = light;
  };
  new MutationObserver(follow).observe(body, { attributeFilter: ["data-theme"] });
  dark.addEventListener("change", follow);
  follow();
});

// Only the search reads it: it quotes the words beside a page, not the page's megabytes.
DOCUMENTATION_OPTIONS.FILE_SUFFIX = ".words.txt";
