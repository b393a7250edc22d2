/**
 * Makes deliveries for as long as the process lives. Claims go out one after the other; attempts run
 * beside each other; what they come to is recorded together, as much as has gathered.
 */
import type { RunningWorker } from '@svc/kit/bind';
import { randomToken } from '@svc/kit/ids';
import { type AttemptTools, attempt } from './attempt.ts';
import type { DelivererContext } from './define.ts';
import { type Meter, meterOf } from './meter.ts';
import { pauser } from './pauser.ts';
import { claimDue, leaseMs } from './queue.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import type { Claimed } from './store/due.ts';
import { hasWork } from './store/lanes.ts';
import { onWake } from './wake.ts';

/** How long an idle deliverer waits for what other processes queued. */
const pollMs = 500;
/** The wake-up comes before the commit that it announces, so look a few times. */
const eagerPausesMs = [2, 5, 10, 25, 50, 100];

export interface DelivererParts extends Pick<AttemptTools, 'post' | 'random'> {
  /** Ends the connections that `post` keeps. */
  close(): Promise<void>;
}

export function startDeliverer(context: DelivererContext, parts: DelivererParts): RunningWorker {
  const { config, log, db, clock } = context;
  const tools: AttemptTools = { ...parts, clock, config };
  const meter = meterOf(context.metrics);
  const pause = pauser(eagerPausesMs, pollMs);
  const recorder = createRecorder(context, pause.wake);
  const unlisten = onWake(pause.wake);
  const underWay = new Set<Promise<unknown>>();
  let stopping = false;
  /** The last claim found something, so the next one need not look first. */
  let isBusy = false;

  const room = () => config.SVC_WEBHOOK_CONCURRENCY - recorder.open();
  const look = async (): Promise<boolean> => {
    if (room() <= 0) return false;
    if (!isBusy && !(await hasWork(db, clock.now()))) return false;
    const rows = await claimDue(context, { claim: randomToken(), room: room() });
    isBusy = rows.length > 0;
    for (const group of groups(rows)) {
      const how = { tools, recorder, meter, log, stopping: () => stopping };
      const work: Promise<unknown> = deliver(group, how).finally(() => underWay.delete(work));
      underWay.add(work);
    }
    return isBusy;
  };
  const run = async () => {
    while (!stopping) {
      const found = await look().catch((err: unknown) => {
        log.warn({ err }, 'claiming deliveries failed');
        isBusy = false;
        return false;
      });
      if (found) pause.reset();
      else if (!stopping) await pause.wait();
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping = true;
      unlisten();
      pause.wake();
      await running;
      await Promise.all(underWay);
      await recorder.drained();
      await parts.close();
    },
  };
}

/** A replay's deliveries to one endpoint go one after the other; every other one goes alone. */
function groups(rows: readonly Claimed[]): Claimed[][] {
  const trains = Map.groupBy(
    rows.filter((row) => row.in_order),
    ({ tenant_id, endpoint_id }) => `${tenant_id} ${endpoint_id}`,
  );
  return [...trains.values(), ...rows.filter((row) => !row.in_order).map((row) => [row])];
}

interface Delivering {
  tools: AttemptTools;
  recorder: Recorder;
  meter: Meter;
  log: DelivererContext['log'];
  stopping: () => boolean;
}

async function deliver(rows: readonly Claimed[], how: Delivering): Promise<void> {
  // A train that takes long is left to the next claim, well before its lease ends.
  const late = performance.now() + leaseMs(how.tools.config) / 3;
  how.recorder.expect(rows.length);
  for (const row of rows) {
    if (how.stopping() || performance.now() > late)
      how.recorder.record({ row, attempt: undefined });
    else await one(row, how);
  }
}

async function one(row: Claimed, { tools, meter, recorder, log }: Delivering): Promise<void> {
  try {
    const made = await attempt(row, tools);
    meter.count(made);
    recorder.record({ row, attempt: made });
  } catch (err) {
    // Not the receiver's fault, e.g. a secret sealed under another key: again when the lease ends.
    log.error({ err, delivery_id: row.delivery_id }, 'attempt could not be made');
    recorder.forget();
  }
}
