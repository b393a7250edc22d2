import { Refusal } from '@svc/kit/refusal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BindingRecord,
  boundTime,
  endedBinding,
  parcelsSubject,
  placeSubject,
  planBinding,
  presentBinding,
  probeSubject,
} from './asset-binding.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 2, 9, minute));
let made = 0;
const newId = () => `bnd_${++made}`;
const job = { id: 'job_1', ref: 'SVC-00000001', tenant_id: 'ten_1', parcels: 3 };

type Subject = ReturnType<typeof placeSubject>;
const binding = (
  subject: Subject,
  asset_id: string,
  from: number,
  to: number | null = null,
): BindingRecord => ({
  ...{ ...subject, asset_id, id: newId(), from_at: at(from), to_at: to === null ? null : at(to) },
  ...{ bound_by: 'desk:cli_1', ended_by: to === null ? null : 'desk:cli_1', created_at: at(from) },
});
const probe = probeSubject('P-1');
const all = parcelsSubject(job, null);
const some = (...codes: string[]) => parcelsSubject(job, codes);
const inVan = (id: string) => placeSubject({ vehicle_id: id });
const atSite = placeSubject({ site_id: 'cli-0' });

const plan = (known: BindingRecord[], wanted: BindingRecord, replace = false) =>
  planBinding(known, wanted, { replace, newId });
const refusalOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.detail];
    throw error;
  }
  return [];
};

describe('a binding', () => {
  it.each<[string, string, BindingRecord, BindingRecord]>([
    ['a probe in two boxes', 'binding_overlaps', binding(probe, 'A', 0), binding(probe, 'B', 5)],
    ['a parcel in two boxes', 'parcel_bound', binding(all, 'A', 0), binding(all, 'B', 5)],
    ['one code twice', 'parcel_bound', binding(some('1', '2'), 'A', 0), binding(some('2'), 'B', 5)],
    ['one code beside all', 'parcel_bound', binding(all, 'A', 0), binding(some('2'), 'B', 5)],
    ['a box in two vans', 'box_in_use', binding(inVan('V'), 'A', 0), binding(inVan('W'), 'A', 5)],
    ['a van and a site', 'box_in_use', binding(inVan('V'), 'A', 0), binding(atSite, 'A', 5)],
    ['an ended time', 'binding_overlaps', binding(inVan('V'), 'A', 0, 9), binding(atSite, 'A', 5)],
    ['a later one', 'box_in_use', binding(inVan('V'), 'A', 7), binding(atSite, 'A', 5)],
  ])('of %s is refused with %s, naming the one that is in the way', (_, code, known, wanted) => {
    const [found, detail] = refusalOf(() => plan([known], wanted));
    expect([found, detail?.includes(known.id)]).toEqual([code, true]);
  });

  it.each<[string, BindingRecord, BindingRecord]>([
    ['another probe', binding(probe, 'A', 0), binding(probeSubject('P-2'), 'A', 5)],
    ['other codes', binding(some('1', '2'), 'A', 0), binding(some('3'), 'B', 5)],
    [
      'another job',
      binding(all, 'A', 0),
      binding(parcelsSubject({ ...job, id: 'j' }, null), 'A', 5),
    ],
    ['a time after it ended', binding(inVan('V'), 'A', 0, 5), binding(inVan('W'), 'A', 5)],
    ['one that never held', binding(all, 'A', 9, 9), binding(all, 'B', 5)],
  ])('does not conflict with %s', (_, known, wanted) => {
    expect(plan([known], wanted).begun).toEqual([wanted]);
  });

  it('that is there already is returned, and nothing changes', () => {
    const known = binding(all, 'A', 0);
    expect(presentBinding([known], binding(some('1'), 'A', 5))).toBe(known);
    expect(presentBinding([known], binding(all, 'B', 5))).toBeUndefined();
  });

  it('that replaces ends what is in the way at its own beginning', () => {
    const known = binding(inVan('V'), 'A', 0);
    const wanted = binding(atSite, 'A', 5);
    const { ended, begun } = plan([known], wanted, true);
    expect(begun).toEqual([wanted]);
    expect(ended).toEqual([{ ...known, to_at: at(5), ended_by: 'desk:cli_1' }]);
  });

  it('that replaces some parcels leaves the others where they are', () => {
    const known = binding(some('1', '2', '3'), 'A', 0);
    const { ended, begun } = plan([known], binding(some('2'), 'B', 5), true);
    expect(ended).toMatchObject([{ id: known.id, to_at: at(5) }]);
    expect(begun).toMatchObject([
      { asset_id: 'B', parcels: ['2'] },
      { asset_id: 'A', parcels: ['1', '3'], from_at: at(5), to_at: null },
    ]);
  });

  it('cannot take some of all parcels, as nobody said which are left', () => {
    const wanted = binding(some('2'), 'B', 5);
    expect(refusalOf(() => plan([binding(all, 'A', 0)], wanted, true))[0]).toBe('parcel_bound');
  });

  it('told late for an earlier time lasts until the one that is known to follow', () => {
    const known = binding(all, 'B', 10);
    const { ended, begun } = plan([known], binding(all, 'A', 5), true);
    expect(ended).toEqual([]);
    expect(begun).toMatchObject([{ asset_id: 'A', from_at: at(5), to_at: at(10) }]);
  });

  it('names parcels up to as many as the job has', () => {
    expect(refusalOf(() => some('1', '2', '3', '4'))[0]).toBe('invalid_body');
  });
});

describe('the end of a binding', () => {
  const ending = (to: number, isStated = true) => ({ to: at(to), by: 'desk:cli_2', isStated });

  it('is recorded with who', () => {
    const ended = endedBinding(binding(probe, 'A', 0), ending(5));
    expect(ended).toMatchObject({ to_at: at(5), ended_by: 'desk:cli_2' });
  });
  it('is returned as it is when it is recorded again, or without a time', () => {
    const known = binding(probe, 'A', 0, 5);
    expect([endedBinding(known, ending(5)), endedBinding(known, ending(9, false))]).toEqual([
      known,
      known,
    ]);
  });
  it('is refused where another is recorded', () => {
    const known = binding(probe, 'A', 0, 5);
    expect(refusalOf(() => endedBinding(known, ending(6)))[0]).toBe('binding_overlaps');
  });
  it('is refused before its beginning, and a minute ahead', () => {
    const known = binding(probe, 'A', 5);
    expect(refusalOf(() => endedBinding(known, ending(4)))[0]).toBe('invalid_time');
    const ahead = at(2).toISOString();
    expect(refusalOf(() => boundTime(ahead, at(0)))[0]).toBe('invalid_time');
  });
});

/** Reports of a phone: parcels go into boxes, in whatever order and however often they come. */
const report = fc.record({
  box: fc.constantFrom('A', 'B', 'C'),
  minute: fc.integer({ min: 0, max: 30 }),
  codes: fc.option(fc.subarray(['1', '2', '3'], { minLength: 1 })),
});

it('a parcel is in one box at a time, whatever is reported in whatever order', () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 12 }), (reports) => {
      let known: BindingRecord[] = [];
      for (const { box, minute, codes } of reports) {
        const wanted = binding(parcelsSubject(job, codes), box, minute);
        if (presentBinding(known, wanted)) continue;
        try {
          const { ended, begun } = plan(known, wanted, true);
          const ends = new Map(ended.map((each) => [each.id, each]));
          known = [...known.map((each) => ends.get(each.id) ?? each), ...begun];
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      }
      for (let minute = 0; minute < 31; minute += 1) {
        const moment = at(minute);
        const present = known.filter(
          ({ from_at, to_at }) => from_at <= moment && (to_at === null || to_at > moment),
        );
        for (const code of ['1', '2', '3']) {
          const holding = present.filter(({ parcels }) => parcels?.includes(code) ?? true);
          expect(holding.length).toBeLessThanOrEqual(1);
        }
      }
    }),
    { numRuns: 300 },
  );
});
