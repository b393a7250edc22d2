/** The second tap of two must not hit what has come to the same place of the screen. */
const quietMs = 700;
let quietUntilMs = 0;

/** After a step was recorded. */
export function beginQuiet(): void {
  quietUntilMs = performance.now() + quietMs;
}

/** A button that takes no tap while it is quiet. */
export function quieted(button: HTMLButtonElement): HTMLButtonElement {
  const leftMs = quietUntilMs - performance.now();
  if (leftMs > 0) {
    button.disabled = true;
    setTimeout(() => {
      button.disabled = false;
    }, leftMs);
  }
  return button;
}
