// Changes that wait for a frame: the newest of each key, those in sight first, within a time budget.
/** Of a frame, ms: layout and paint need the rest of its 16. */
const budgetMs = 5;

/** `apply(key, value)` writes to the page and reads no layout. `done` is called after each frame. */
export function createFrameQueue({ apply, isVisible, done = () => undefined }) {
  const waiting = new Map();
  let isScheduled = false;
  let isHeld = false;

  function run() {
    isScheduled = false;
    const deadline = performance.now() + budgetMs;
    const keys = [...waiting.keys()];
    const inSight = keys.filter(isVisible);
    for (const key of inSight.length > 0 ? [...inSight, ...keys] : keys) {
      if (performance.now() > deadline) break;
      if (!waiting.has(key)) continue;
      const value = waiting.get(key);
      waiting.delete(key);
      apply(key, value);
    }
    done();
    schedule();
  }
  function schedule() {
    if (isHeld || isScheduled || waiting.size === 0) return;
    isScheduled = true;
    requestAnimationFrame(run);
  }
  return {
    set: (key, value) => {
      waiting.set(key, value);
      schedule();
    },
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      schedule();
    },
  };
}

/** Elements in sight, or nearly, without reading layout. */
export function createSight(keyOf) {
  const keys = new Set();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) keys.add(keyOf(target));
        else keys.delete(keyOf(target));
      }
    },
    { rootMargin: '100px' },
  );
  return { has: (key) => keys.has(key), observe: (element) => observer.observe(element) };
}
