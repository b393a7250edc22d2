import { describe, expect, it } from 'vitest';
import { collectEvents, type OutboxEvent } from '../src/effects/outbox.ts';
import { newId, randomCode, randomToken } from '../src/values/ids.ts';
import { notes } from './notes.ts';

describe('ids', () => {
  it('sort by the time of their creation, and are unique in one millisecond', () => {
    const ids = [1, 2, 3].map((hour) => newId('job_', new Date(Date.UTC(2026, 10, 2, hour))));
    expect(ids.toSorted()).toEqual(ids);
    expect(ids[0]).toMatch(/^job_[0-9A-HJKMNP-TV-Z]{26}$/);
    const now = new Date('2026-11-02T08:00:00Z');
    const many = Array.from({ length: 20_000 }, () => newId('evt_', now));
    expect(new Set(many).size).toBe(many.length);
  });

  it('of events follow from the handled event and its consumer', () => {
    const now = new Date('2026-11-02T08:00:00Z');
    const emitted = (consumer: string, event_id = 'evt_1') => {
      const events: OutboxEvent[] = [];
      const cause = { consumer, event_id, created_at: now };
      const emit = collectEvents(notes, { tenant: 'ten_a', now: new Date(), events, cause });
      for (const text of ['a', 'b']) emit('note.added', { text }, { length: 1 });
      return events.map((event) => event.event_id);
    };
    const ids = [
      ...emitted('hearing-notes'),
      ...emitted('other-notes'),
      ...emitted('other-notes', 'evt_2'),
    ];
    expect(new Set(ids).size).toBe(6);
    expect(ids[0]).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(emitted('hearing-notes')).toEqual(ids.slice(0, 2));
  });

  it('draw codes evenly from Crockford base32', () => {
    const codes = Array.from({ length: 4_000 }, () => randomCode(8)).join('');
    expect(codes).toMatch(/^[0-9A-HJKMNP-TV-Z]+$/);
    const counts = Object.values(Object.groupBy([...codes], (letter) => letter));
    expect(counts).toHaveLength(32);
    // 1 000 of each are expected; 6 standard deviations around that.
    expect(counts.every((same) => Math.abs((same?.length ?? 0) - 1_000) < 190)).toBe(true);
  });

  it('have tokens of 128 bits', () => {
    expect(Buffer.from(randomToken(), 'base64url')).toHaveLength(16);
  });
});
