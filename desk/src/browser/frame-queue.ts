// Changes that wait for a frame: the newest of each key, those in sight first, within a time budget.
/** Of a frame, ms: layout and paint need the rest of its 16. */
const budgetMs = 5;

export interface FrameQueue<V> {
  set(key: string, value: V): void;
  /** Whether a change of the key waits. */
  has(key: string): boolean;
  hold(): void;
  release(): void;
}

interface FrameQueueParts<V> {
  /** Writes to the page and reads no layout. */
  apply(key: string, value: V): void;
  isVisible(key: string): boolean;
  /** Called after each frame. */
  done?(): void;
}

export function createFrameQueue<V>({ apply, isVisible, done }: FrameQueueParts<V>): FrameQueue<V> {
  const waiting = new Map<string, V>();
  let isScheduled = false;
  let isHeld = false;

  function run(): void {
    isScheduled = false;
    const deadline = performance.now() + budgetMs;
    const all = [...waiting];
    for (const [key, value] of [...all.filter(([each]) => isVisible(each)), ...all]) {
      if (performance.now() > deadline) break;
      if (waiting.get(key) !== value || !waiting.delete(key)) continue;
      apply(key, value);
    }
    done?.();
    schedule();
  }
  function schedule(): void {
    if (isHeld || isScheduled || waiting.size === 0) return;
    isScheduled = true;
    requestAnimationFrame(run);
  }
  return {
    set: (key, value) => {
      waiting.set(key, value);
      schedule();
    },
    has: (key) => waiting.has(key),
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
export function createSight(keyOf: (element: HTMLElement) => string | undefined) {
  const keys = new Set<string | undefined>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!(target instanceof HTMLElement)) continue;
        if (isIntersecting) keys.add(keyOf(target));
        else keys.delete(keyOf(target));
      }
    },
    { rootMargin: '100px' },
  );
  return {
    has: (key: string | undefined): boolean => keys.has(key),
    observe: (element: HTMLElement): void => observer.observe(element),
    /** The observer holds no row that is gone. */
    unobserve: (element: HTMLElement): void => {
      observer.unobserve(element);
      keys.delete(keyOf(element));
    },
  };
}
