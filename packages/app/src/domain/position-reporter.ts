/**
 * Reports of positions while a job is open: a fix every 30 s, sent together once a minute. The newest
 * fixes wait in memory while there is no network, and are dropped with the page, when no job is open
 * and when the courier stops it.
 */
import type { DevicePosition } from './action.ts';

export interface PositionFix {
  /** Server time by the measured offset, RFC 3339. */
  at: string;
  position: DevicePosition;
  accuracy_m: number;
  speed_kmh?: number;
}

export interface PositionSource {
  /** Whether the courier shares positions and has an open job. */
  isShared(): Promise<boolean>;
  /** Undefined while the app is hidden, and without a position. */
  fix(): Promise<PositionFix | undefined>;
  /** Resolves to whether these fixes are to be sent again; rejects without a response. */
  send(fixes: readonly PositionFix[]): Promise<boolean>;
  /** When the last request began, ms; outlives the page. */
  sent: { get(): number; set(ms: number): void };
}

const fixEveryMs = 30_000;
/** Between the beginnings of two requests, failed ones too. */
const reportEveryMs = 60_000;
/** An hour; the API's limit. */
const heldMax = 120;

/** No wall clock: that of a phone is set now and then. */
const clockMs = (): number => performance.timeOrigin + performance.now();

export function startPositionReporter({ isShared, fix, send, sent }: PositionSource): void {
  let held: readonly PositionFix[] = [];
  let isBusy = false;
  const report = async (): Promise<void> => {
    if (!(await isShared())) {
      held = [];
      return;
    }
    const found = await fix();
    if (!found) return;
    if (found.at !== held.at(-1)?.at) held = [...held, found].slice(-heldMax);
    if (Math.abs(clockMs() - sent.get()) < reportEveryMs) return;
    sent.set(clockMs());
    if (!(await send(held))) held = [];
  };
  const tick = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    await report().catch(() => undefined);
    isBusy = false;
  };
  setInterval(tick, fixEveryMs);
  void tick();
}
