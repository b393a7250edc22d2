/**
 * Compares any sequence of commands, possible or not, with a second, simpler model of the table.
 */
import { type Status, statuses } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookedAt, bookedJob } from '../../test/job.ts';
import { commands } from '../../test/job-commands.ts';
import type { JobRecord } from './job.ts';
import type { JobCommand } from './job-command.ts';
import { transition } from './transition.ts';

type Type = JobCommand['type'];
interface Real {
  job: JobRecord;
  custodyEvents: number;
}
interface Model {
  state: string;
  interrupted: string;
  hasParcels: boolean;
  isReturning: boolean;
  isTransferred: boolean;
  wrongCodes: number;
  isRelabelled: boolean;
  /** State to which an undo leads, while an assignment is the latest change. */
  undone: string | undefined;
  minute: number;
}

/** `from happening to`, for the ordinary course. */
const moves = `
  booked assign assigned · assigned assign assigned · assigned undo_assignment (undone)
  en_route_pickup assign assigned · exception assign assigned
  assigned depart en_route_pickup
  en_route_pickup arriving en_route_pickup · in_transit arriving in_transit
  assigned collect collected · en_route_pickup collect collected
  assigned pickup_failed exception · en_route_pickup pickup_failed exception
  collected depart in_transit · collected scan collected · in_transit scan in_transit
  collected excursion collected · in_transit excursion in_transit
  collected deliver delivered · in_transit deliver delivered
  collected delivery_failed exception · in_transit delivery_failed exception
  exception resume (interrupted) · exception returned exception`
  .split(/[·\n]/)
  .map((line) => line.trim().split(' '));

/** Commands that compare the seal with the announced one. */
const sealed: Type[] = ['collect', 'scan', 'deliver'];
const ofTheDesk: ReadonlySet<Type> = new Set(['cancel', 'update', 'plan_legs']);
const isRoadReport = ({ type }: Event) => !ofTheDesk.has(type);

const overCodes = new Map([
  ['delivered', 'already_delivered'],
  ['cancelled', 'already_cancelled'],
]);

interface Event {
  type: Type;
  /** Minutes since the previous event, by the device's clock. */
  after: number;
  isSealWrong: boolean;
  isCodeWrong: boolean;
}

type Expected = { state: string } | { refused: string };

/** The state that follows, or the code of the refusal. */
function expected(model: Model, event: Event): Expected {
  const { state } = model;
  if (isRoadReport(event)) return expectedOfTheRoad(model, event);
  const isKept = model.hasParcels && event.type !== 'plan_legs';
  const over = overCodes.get(state) ?? (isKept ? 'in_custody' : undefined);
  if (over) return { refused: over };
  return { state: event.type === 'cancel' ? 'cancelled' : state };
}

function expectedOfTheRoad(model: Model, event: Event): Expected {
  const { type, after, isSealWrong, isCodeWrong } = event;
  if (type === 'transfer') return expectedOfTransfer(model);
  const [, , to] = moves.find(([from, what]) => from === model.state && what === type) ?? [];
  const isOnBoard = type === 'assign' && model.hasParcels;
  if (!to || isOnBoard || (type === 'resume' && model.isReturning))
    return { refused: 'invalid_transition' };
  if (after < 0) return { refused: 'invalid_time' };
  if (to === '(undone)') {
    return model.undone ? { state: model.undone } : { refused: 'invalid_transition' };
  }
  if (isSealWrong && sealed.includes(type)) return { state: 'exception' };
  if (type === 'deliver' && isCodeWrong) {
    return { refused: model.wrongCodes < 5 ? 'invalid_handover_code' : 'handover_locked' };
  }
  return { state: to === '(interrupted)' ? model.interrupted : to };
}

/** Its time may lie before that of others: the other courier's phone was online earlier. */
function expectedOfTransfer({ state, hasParcels, isReturning, isTransferred }: Model): Expected {
  if (state === 'delivered') return { refused: 'already_delivered' };
  if (!hasParcels) {
    return { refused: state === 'cancelled' ? 'already_cancelled' : 'not_on_board' };
  }
  if (isReturning) return { refused: 'not_on_board' };
  return isTransferred ? { refused: 'already_transferred' } : { state };
}

function advance(model: Model, event: Event, result: Expected): void {
  if ('refused' in result) {
    if (result.refused === 'invalid_handover_code') model.wrongCodes += 1;
    return;
  }
  const { state } = result;
  if (event.type === 'assign') {
    model.undone = model.state === 'booked' ? 'booked' : 'assigned';
  } else if (event.type !== 'update' || !model.isRelabelled) model.undone = undefined;
  if (event.type === 'update') model.isRelabelled = true;
  if (state === 'exception' && model.state !== 'exception') model.interrupted = model.state;
  if (state === 'collected') model.hasParcels = true;
  if (event.type === 'delivery_failed') model.isReturning = true;
  if (event.type === 'transfer') model.isTransferred = true;
  if (isRoadReport(event)) model.minute += Math.max(0, event.after);
  model.state = state;
}

/** Evening, so that times of the day are past and no lock expires. */
const now = new Date('2026-11-02T20:00:00.000Z');
const timeOf = (minute: number) => new Date(bookedAt.getTime() + minute * 60_000);

function commandOf({ type, isSealWrong, isCodeWrong }: Event): JobCommand {
  const seal = isSealWrong ? 'SEAL-9' : 'SEAL-1';
  if (type === 'scan') return { ...commands.scan, seal };
  if (type === 'collect') return { ...commands.collect, seal };
  if (type !== 'deliver') return commands[type];
  return { ...commands.deliver, seal, code: isCodeWrong ? 'wrong' : 'right' };
}

function observe(real: Real, { minute }: Model, event: Event): Expected {
  const at = isRoadReport(event) ? timeOf(minute + event.after) : undefined;
  try {
    const { job, events, refusal } = transition(real.job, commandOf(event), {
      now,
      by: 'driver:drv_1',
      at,
    });
    real.job = job;
    real.custodyEvents += events.filter(({ custody }) => custody !== null).length;
    return refusal ? { refused: refusal.code } : { state: job.status };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code };
    throw error;
  }
}

const command = (event: Event): fc.Command<Model, Real> => ({
  check: () => true,
  run: (model, real) => {
    const { milestone_at } = real.job;
    const wanted = expected(model, event);
    expect(observe(real, model, event)).toEqual(wanted);
    advance(model, event, wanted);
    expect(real.job.status).toBe(model.state);
    expect(real.job.custody_events).toBe(real.custodyEvents);
    expect(real.job.milestone_at >= milestone_at).toBe(true);
  },
  toString: () => JSON.stringify(event),
});

const types = Object.values(commands).map(({ type }) => type);
const event = fc.record({
  type: fc.constantFrom(...types),
  after: fc.integer({ min: -1, max: 9 }),
  isSealWrong: fc.nat(5).map((n) => n === 0),
  isCodeWrong: fc.boolean(),
});

/** A way to each state, from which anything may follow. */
const ways: Record<Status, Type[]> = {
  booked: [],
  assigned: ['assign'],
  en_route_pickup: ['assign', 'depart'],
  collected: ['assign', 'depart', 'collect'],
  in_transit: ['assign', 'depart', 'collect', 'depart'],
  delivered: ['assign', 'depart', 'collect', 'depart', 'deliver'],
  exception: ['assign', 'depart', 'pickup_failed'],
  cancelled: ['cancel'],
};
const straight = (type: Type) =>
  command({ type, after: 1, isSealWrong: false, isCodeWrong: false });

it.each(statuses)('a job from %s follows the table under any commands in any order', (state) => {
  fc.assert(
    fc.property(fc.commands([event.map(command)], { maxCommands: 40 }), (commands) => {
      const real: Real = { job: { ...bookedJob, seal: 'SEAL-1' }, custodyEvents: 1 };
      const model: Model = {
        state: 'booked',
        interrupted: '',
        hasParcels: false,
        isReturning: false,
        isTransferred: false,
        wrongCodes: 0,
        isRelabelled: false,
        undone: undefined,
        minute: 0,
      };
      fc.modelRun(() => ({ model, real }), ways[state].map(straight));
      expect(model.state).toBe(state);
      fc.modelRun(() => ({ model, real }), commands);
    }),
  );
});
