/**
 * A reader is shown what was answered before it asked: it waits, for two seconds at most, until the
 * chain has the job's latest event. These are the pauses between looks; most need none.
 */
export const pausesMs: readonly number[] = [5, 10, 20, 40, 75, 150, 250, 350, 500, 600];

/** The chain is up to date when the next event it waits for is beyond the job's latest. */
export const isCaughtUp = (next: number, lastSequence: number): boolean => next > lastSequence;
