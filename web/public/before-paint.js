// Chooses theme, light or dark, and density before anything is painted: a file, as the page allows no inline script.
// zod asks here whether it may compile its checks: the content security policy forbids it.
globalThis.__zod_globalConfig = { jitless: true };
(() => {
  const read = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name)) || {};
    } catch {
      return {};
    }
  };
  const mine = read("preferences")[read("user").user_id || "visitor"] || {};
  const usual = matchMedia("(prefers-contrast: more)").matches ? "7" : "default";
  const theme = mine.theme === "default" || /^[1-7]$/.test(mine.theme) ? mine.theme : usual;
  const link = document.createElement("link");
  link.id = "theme";
  link.rel = "stylesheet";
  link.href = (document.currentScript?.dataset.themes ?? "/themes/*.css").replace("*", theme);
  link.setAttribute("blocking", "render");
  document.head.append(link);
  const device = matchMedia("(prefers-color-scheme: dark)").matches;
  const dark = mine.mode === "dark" || (mine.mode !== "light" && device);
  document.documentElement.style.colorScheme = dark ? "dark" : "light";
  const whenBody = () => {
    const { classList } = document.body;
    classList.toggle("awsui-dark-mode", dark);
    classList.toggle("awsui-compact-mode", mine.density === "compact");
    classList.toggle("signed-in", Boolean(localStorage.getItem("token")));
    classList.toggle("invited", location.search.includes("invitation="));
  };
  // The frame of signed-in pages as it was here last: it stands before any other script.
  const whenParsed = () => {
    const frame = document.querySelector(".static-shell");
    const entries = read("menu").entries;
    if (!frame || !Array.isArray(entries)) return;
    frame.classList.add("static-shell-known");
    for (const { text, href, below } of entries) {
      const entry = document.createElement("a");
      entry.className = "side-menu-entry";
      entry.href = href;
      const words = document.createElement("span");
      words.textContent = text;
      const icon = document.createElement("span");
      icon.className = "icon-room";
      entry.append(icon, words);
      const item = document.createElement("li");
      item.className = below ? "static-below" : "";
      item.append(entry);
      frame.querySelector("ul").append(item);
      if (href !== location.pathname) continue;
      entry.setAttribute("aria-current", "page");
      if (href === "/") continue; // a home greets its person
      const heading = document.createElement("h1");
      heading.textContent = text;
      heading.className = "static-title";
      frame.querySelector(".skeleton-title").replaceWith(heading);
    }
  };
  document.addEventListener("readystatechange", whenParsed, { once: true });
  if (document.body) whenBody();
  else
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      whenBody();
    }).observe(document.documentElement, { childList: true });
})();
