/**
 * Low-water mark of a table that serves as a queue: the id up to which its rows are gone, so that a
 * look for the next ones need not begin at the first. Postgres keeps dead rows and their index
 * entries while any transaction holds an older snapshot, such as a dump or a forgotten session, and
 * each look from the beginning passes all of them (docs/scale.md, a snapshot that is held).
 *
 * Ids are drawn before their transactions commit, so a row may still appear below an id that is
 * gone. The mark therefore trails by 30 s, and one look each 30 s begins at the first row. If all
 * that it finds lies below the mark, the sequence was reset, as after a restore, and so is the
 * mark.
 */
export interface LowWaterMark {
  /** Look for ids above this one. */
  above(): number;
  /** No row is left up to this id, as far as a look could see. */
  gone(id: number): void;
}

const trailMs = 30_000;
const fullMs = 30_000;
/** Between two samples of the trail. */
const sampleMs = 1_000;

export function createLowWaterMark(nowMs = () => performance.now()): LowWaterMark {
  const trail: { atMs: number; id: number }[] = [];
  let mark = 0;
  let fullAtMs = nowMs() + fullMs;
  return {
    above: () => {
      const now = nowMs();
      if (now >= fullAtMs) {
        fullAtMs = now + fullMs;
        return 0;
      }
      while (trail[0] && trail[0].atMs <= now - trailMs) mark = trail.shift()?.id ?? mark;
      return mark;
    },
    gone: (id) => {
      const now = nowMs();
      if (id < mark) {
        mark = 0;
        trail.length = 0;
      }
      const last = trail.at(-1) ?? { atMs: Number.NEGATIVE_INFINITY, id: mark };
      if (id > last.id && now - last.atMs >= sampleMs) trail.push({ atMs: now, id });
    },
  };
}
