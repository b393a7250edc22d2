import { describe, expect, it } from 'vitest';
import { withCurrentNames } from './envelope.ts';

const subject = { id: 'evt_1', data: { told: 1, facts: 2, booked_as: 3 } };
const current = {
  ...subject,
  internals: { job: { ref: 'A', booking_identity: 'order:1' }, occurred: { at: 'noon' } },
};

describe('a message of version 0.1', () => {
  it('gets the names of today, in its internals alone', () => {
    const facts = { job: { ref: 'A', booked_as: 'order:1' }, told: { at: 'noon' } };
    expect(withCurrentNames({ ...subject, facts })).toEqual(current);
  });

  it('that was in the outbox when its column was renamed gets those within', () => {
    const internals = { job: { ref: 'A', booked_as: null } };
    expect(withCurrentNames({ ...subject, internals })).toEqual({
      ...subject,
      internals: { job: { ref: 'A', booking_identity: null } },
    });
  });
});

it.each([[current], [{ ...subject, internals: {} }], [{ id: 'evt_1' }], [null], ['text'], [[]]])(
  'any other message stays as it is: %j',
  (message) => {
    expect(withCurrentNames(message)).toBe(message);
  },
);
