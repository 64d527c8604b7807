const waiting: (() => void)[] = [];
let isPressed = false;

const flush = () => {
  isPressed = false;
  for (const run of waiting.splice(0)) run();
};
/** After the click that follows a release, which is to find its target where it was pressed. */
const release = () => isPressed && setTimeout(flush);

/**
 * Runs `act` once no pointer is pressed: at once, if none is. What changes a page without having been asked to, such as an
 * answer or a field's mistake, would else move it under a press, and the click would be lost.
 */
export function whenReleased(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}

/** Begins to follow the pointer, in a document of the portal. */
export function followPress(): void {
  const press = () => {
    isPressed = true;
  };
  for (const type of ["pointerdown", "mousedown"]) addEventListener(type, press, true);
  for (const type of ["pointerup", "pointercancel", "click", "contextmenu", "keydown"])
    addEventListener(type, release, true);
  addEventListener("blur", release); // of the window alone
  // a list that the browser opens itself takes the release
  addEventListener("pointermove", ({ buttons }) => buttons === 0 && release(), true);
}
