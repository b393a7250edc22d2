/** The second tap of two must not hit what has come to the same place of the screen. */
const quietMs = 700;
let quietUntilMs = 0;

/** After a step was recorded. */
export function beginQuiet(): void {
  quietUntilMs = performance.now() + quietMs;
  buzz('done');
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

/** Vibration, ms on and off, where the phone has one. */
const patterns = { done: [40], read: [30], fault: [80, 60, 80] };
export const buzz = (name: keyof typeof patterns): void => {
  // Before the first tap on a page browsers refuse it, with an error in the console.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(patterns[name]);
};
