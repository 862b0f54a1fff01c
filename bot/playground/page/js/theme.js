// Light or dark: as the system wants, until the person says otherwise.

const KEPT = "underhat-colours";
const system = matchMedia("(prefers-color-scheme: dark)");

/** Return whether the page is dark now. */
export const isDark = () => (localStorage.getItem(KEPT) ?? (system.matches ? "dark" : "light")) === "dark";

/** Change to the other colours and remember it. */
export function toggle() {
  localStorage.setItem(KEPT, isDark() ? "light" : "dark");
  paint();
}

/** Put the colours on the page. */
export function paint() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
}

system.addEventListener("change", paint);
