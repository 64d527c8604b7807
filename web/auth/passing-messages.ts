import { currentFlashes, dismissFlash, type Flash, holdFlash, onFlash, releaseFlash } from "../ui/dialogs/flash.ts";
import { keepFree, toastMarks, toastNames } from "../ui/dialogs/toast-place.ts";
import { element } from "../ui/element.ts";

/** The passing messages of a document that is written by hand; one region that is always there reads them out. */
export function showFlashes(): void {
  const list = element("div", {
    class: "toast-list",
    role: "status",
    "aria-atomic": "false",
    "aria-relevant": "additions text",
  });
  const room = element("section", { class: "toasts", "aria-label": "Messages" }, list);
  document.body.append(room);
  const shown = new Map<string, HTMLElement>();
  let end: (() => void) | undefined;
  const show = () => {
    const flashes = currentFlashes();
    for (const [id, toast] of shown) {
      if (flashes.some((each) => each.id === id)) continue;
      toast.remove();
      shown.delete(id);
    }
    for (const flash of flashes) {
      if (shown.has(flash.id)) continue;
      const toast = toastOf(flash);
      shown.set(flash.id, toast);
      list.append(toast);
    }
    end?.();
    end = keepFree(room);
  };
  onFlash(show);
  show();
}

function toastOf({ id, kind, text }: Flash): HTMLElement {
  const close = element("button", { type: "button", class: "toast-close", "aria-label": "Dismiss message" }, "×");
  close.addEventListener("click", () => dismissFlash(id));
  const toast = element(
    "div",
    { class: `toast toast-${kind}` },
    element("span", { class: "toast-mark", role: "img", "aria-label": toastNames[kind] }, toastMarks[kind]),
    element("span", { class: "toast-text" }, text),
    element("span", { "aria-live": "off" }, close),
  );
  for (const event of ["mouseenter", "focusin"]) toast.addEventListener(event, () => holdFlash(id));
  for (const event of ["mouseleave", "focusout"]) toast.addEventListener(event, () => releaseFlash(id));
  return toast;
}
