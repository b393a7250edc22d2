import { describe, expect, it } from 'vitest';
import { verifyBundle } from '../../src/verify/bundle.ts';
import { report } from '../../src/verify/report.ts';
import { commitment } from '../../src/verify/texts.ts';
import { bundleOf, chainOf, delivery, job, key, good as old, recordOf, trust } from './bundles.ts';

const [salt, other] = ['5a', 'a5'].map((byte) => byte.repeat(32)) as [string, string];

const note = { seq: 4, member: 'note', text: 'Given to Sister Dlamini', salt };
const location = { seq: 5, member: 'location', text: 'Hub S\u00fcd', salt: other };
const chain = chainOf(
  job.id,
  delivery.map((draft, index) => {
    if (index === 3) {
      return { ...draft, note: null, details: { note_commitment: commitment(salt, note.text) } };
    }
    const details = { location_commitment: commitment(other, location.text), seal_match: true };
    return index === 4 ? { ...draft, details } : draft;
  }),
);
const good = await bundleOf(chain, key);
const withTexts = (texts: unknown) =>
  verifyBundle({ ...good, custody: { ...recordOf(chain), texts } }, trust);

describe('texts outside the chain', () => {
  it('are those that the chain has committed to', async () => {
    const verdict = await withTexts([note, location]);
    expect(verdict).toMatchObject({ verified: true, texts: { checked: 2, absent: 0 } });
    expect(report(verdict)).toContain('texts        2 checked\n');
  });

  it('may be absent, which the verdict says', async () => {
    for (const [texts, counts] of [
      [[], { checked: 0, absent: 2 }],
      [undefined, { checked: 0, absent: 2 }],
      [[location], { checked: 1, absent: 1 }],
    ]) {
      expect(await withTexts(texts)).toMatchObject({ verified: true, texts: counts });
    }
    expect(report(await withTexts([location]))).toContain('1 checked, 1 erased or withheld');
  });

  it.each<[string, unknown, string]>([
    ['was edited', [{ ...note, text: 'Given to nobody' }], 'Event 4: its note is not the one'],
    ['has another salt', [{ ...note, salt: other }], 'Event 4: its note is not the one'],
    ['has a shorter salt', [{ ...note, salt: '5a' }], 'A text is not what it must be'],
    ['stands at another event', [{ ...note, seq: 3 }], 'Event 3: the chain has committed to no'],
    [
      'stands as another member',
      [{ ...note, member: 'location' }],
      'committed to no such location',
    ],
    ['stands there twice', [note, note], 'committed to no such note'],
    ['has more to say', [{ ...note, by: 'desk' }], 'A text is not what it must be'],
    ['is none', ['Given to Sister Dlamini'], 'A text is not what it must be'],
  ])('are tampered with when one %s', async (_what, texts, why) => {
    const verdict = await withTexts(texts);
    expect(verdict.outcome).toBe('tampered');
    expect(verdict.faults.join(' ')).toContain(why);
  });

  it('of chains of before stand in the events', async () => {
    expect(await verifyBundle(old, trust)).toMatchObject({
      verified: true,
      texts: { checked: 0, absent: 0 },
    });
  });
});
