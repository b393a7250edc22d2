import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionType } from './action.ts';
import { backoffMs, heldAt, nextToSend, outcomeOf, previousAt, queueCount } from './queue.ts';

const refusal = { code: 'invalid_seal', detail: '' };
const queued = (seq: number, job_id: string, isRefused = false, type: ActionType = 'scan') => ({
  ...{ id: `action-${seq}`, seq, job_id, type },
  ...(isRefused && { refusal }),
});

describe('the next action to send', () => {
  const refused = queued(1, 'a', true);
  const incident = queued(3, 'a', false, 'incident');
  it.each([
    ['none of an empty queue', [], undefined],
    ['the oldest, in whatever order they are read', [queued(2, 'a'), queued(1, 'a')], 1],
    ['the oldest of another job when one is held up', [refused, queued(2, 'a'), queued(3, 'b')], 3],
    ['none when all that is left waits for a decision', [refused, queued(2, 'a')], undefined],
    ['an incident, whatever was refused before it', [refused, queued(2, 'a'), incident], 3],
    ['a message, whatever was refused before it', [refused, queued(3, 'a', false, 'message')], 3],
    ['one after a refused message', [queued(1, 'a', true, 'message'), queued(2, 'a')], 2],
    ['no box after a refused step', [refused, queued(2, 'a', false, 'box')], undefined],
    ['one after a refused box', [queued(1, 'a', true, 'box'), queued(2, 'a')], 2],
    ['one after a refused incident', [queued(1, 'a', true, 'incident'), queued(2, 'a')], 2],
    ['one before a refused one of its job', [queued(1, 'a'), queued(2, 'a', true)], 1],
  ])('is the one in order: %s', (_, actions, seq) => {
    expect(nextToSend(actions, new Set())?.seq).toBe(seq);
  });

  it.each([
    ['of another job when one was postponed', [queued(1, 'a'), queued(2, 'a'), queued(3, 'b')], 3],
    ['an incident of the same job', [queued(1, 'a'), queued(2, 'a', false, 'incident')], 2],
    ['a step before a box', [queued(1, 'a', false, 'box'), queued(2, 'a')], 2],
    ['none when nothing else waits', [queued(1, 'a'), queued(2, 'a')], undefined],
  ])('is the one in order: %s', (_, actions, seq) => {
    expect(nextToSend(actions, new Set(['action-1']))?.seq).toBe(seq);
  });

  it('is one of the job whose incident was postponed', () => {
    const actions = [queued(1, 'a', false, 'incident'), queued(2, 'a')];
    expect(nextToSend(actions, new Set(['action-1']))?.seq).toBe(2);
  });

  it('never overtakes an action of its own job', () => {
    const action = fc.record({ job: fc.constantFrom('a', 'b', 'c'), isRefused: fc.boolean() });
    fc.assert(
      fc.property(fc.array(action), (list) => {
        const actions = list.map(({ job, isRefused }, seq) => queued(seq, job, isRefused));
        const next = nextToSend(actions, new Set());
        const before = actions.filter(
          ({ job_id, seq }) => job_id === next?.job_id && seq < next.seq,
        );
        expect(before).toEqual([]);
        expect(next?.refusal).toBeUndefined();
      }),
    );
  });
});

it('is held until its time, by the clock of the server', () => {
  const hold = { code: 'handover_locked', detail: '', until: '2026-11-02T10:00:00.000Z' };
  const actions = [{ ...queued(1, 'a'), hold }, queued(2, 'b')];
  const untilMs = Date.parse(hold.until);
  expect(heldAt(actions, untilMs - 1)).toEqual(['action-1']);
  expect(heldAt(actions, untilMs)).toEqual([]);
  expect(nextToSend(actions, new Set(heldAt(actions, untilMs - 1)))?.seq).toBe(2);
});

describe('an answer', () => {
  const later = { laterMs: 2_000, isOwn: false };
  const failed = { laterMs: 2_000, isOwn: true };
  const afterMs = (laterMs: number) => ({ ...later, laterMs });
  const inProgress = 'idempotency_in_progress';
  const reason = { code: 'invalid_seal', detail: 'No.' };
  const tooLarge = { refused: { code: 'http_413', detail: '' } };
  it.each([
    ['means sent', { status: 200 }, { sent: true }],
    ['means sent when it was filed', { status: 201 }, { sent: true }],
    ['means later when it was cut on its way', { status: 200, isReadable: false }, later],
    ['means a new token', { status: 401 }, { unauthorised: true }],
    ['means later without a network', { status: 0 }, later],
    ['means later for this request when the server is busy', { status: 503 }, failed],
    ['means later for this request when it failed', { status: 500 }, failed],
    ['means later while it is being handled', { status: 409, code: inProgress }, failed],
    ['means later, when it says when', { status: 429, retryAfter: '7' }, afterMs(7_000)],
    ['means 15 minutes at most', { status: 429, retryAfter: '86400' }, afterMs(900_000)],
    [
      'means held, with its reason, while the handover code is locked',
      { status: 429, code: 'handover_locked', detail: 'Too many.', retryAfter: '840' },
      { held: { code: 'handover_locked', detail: 'Too many.' }, heldMs: 840_000 },
    ],
    ['means refused, with its reason', { status: 422, ...reason }, { refused: reason }],
    ['means later when a refusal was cut on its way', { status: 409, isReadable: false }, failed],
    ['means refused by a proxy for its size', { status: 413, isReadable: false }, tooLarge],
  ])('is judged by its status and code: %s', (_, answer, outcome) => {
    expect(outcomeOf({ isReadable: true, ...answer }, 0)).toEqual(outcome);
  });

  it('lets more time pass from failure to failure, up to a minute', () => {
    expect([0, 1, 2, 5, 99].map(backoffMs)).toEqual([2_000, 4_000, 8_000, 60_000, 60_000]);
  });
});

it('counts what waits and what was refused', () => {
  expect(queueCount([queued(1, 'a', true), queued(2, 'a'), queued(3, 'b')])).toEqual({
    waiting: 2,
    refused: 1,
  });
});

describe('the time that a milestone must not precede', () => {
  const [early, late] = ['2026-11-02T10:00:00.000Z', '2026-11-02T12:00:00.000Z'];
  const waiting = (at: string, type: ActionType = 'scan') => ({ type, at });
  it.each([
    ['is none at first', undefined, [], undefined],
    ['is that of the latest accepted one', early, [], early],
    ['is that of the latest that waits', early, [waiting(late)], late],
    ['is not that of a refused one', early, [{ ...waiting(late), refusal }], early],
    ['is not that of an incident', undefined, [waiting(late, 'incident')], undefined],
  ])('is the later of what is known: %s', (_, accepted, before, expected) => {
    expect(previousAt(accepted, before)).toBe(expected);
  });
});
