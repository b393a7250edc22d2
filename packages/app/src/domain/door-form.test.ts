import { describe, expect, it } from 'vitest';
import { controlsOf, doorForm, entriesAt, rangeWarnings, readAt } from './door-form.ts';

const nothing = { otp: false, id_check: false, signature: false, photo: false };
const cold = {
  seal: null,
  temperature_class: '2-8C',
  temperature_range_c: { min: 2, max: 8 },
  requirements: nothing,
};
const warm = { ...cold, temperature_class: 'ambient', temperature_range_c: { min: 15, max: 25 } };
const keys = (fields: readonly { key: string }[]) => fields.map(({ key }) => key);

describe('the form of a collection', () => {
  it('keeps the names of its fields for one job', () => {
    const { shared, boxes, jobs } = doorForm('collect', [cold]);
    expect(keys(shared)).toEqual([
      ...['seal', 'parcels_scanned', 'barcodes', 'box_temperature_c', 'box'],
    ]);
    expect([boxes, jobs]).toEqual([[], []]);
  });

  it('asks once for seal and temperature of a box, and of each job for what is its own', () => {
    const coded = { ...cold, requirements: { ...nothing, pickup_otp: true } };
    const { shared, boxes, jobs } = doorForm('collect', [cold, warm, coded]);
    const profiled = { ...cold, temperature_range_c: { min: 1, max: 10 } };
    expect(doorForm('collect', [cold, profiled]).boxes).toHaveLength(2);
    expect(keys(shared)).toEqual([]);
    expect(boxes.map(({ places, fields }) => [places, keys(fields)])).toEqual([
      [
        [0, 2],
        ['box0-seal', 'box0-box_temperature_c', 'box0-box'],
      ],
      [[1], ['box1-seal', 'box1-box_temperature_c', 'box1-box']],
    ]);
    expect(jobs.map(({ fields }) => keys(fields))).toEqual([
      ['job0-parcels_scanned'],
      ['job1-parcels_scanned'],
      ['job2-handover_code', 'job2-parcels_scanned'],
    ]);
    expect(jobs.map(({ more }) => keys(more))).toEqual([
      ['job0-seal', 'job0-box_temperature_c', 'job0-box', 'job0-barcodes'],
      ['job1-barcodes'],
      ['job2-seal', 'job2-box_temperature_c', 'job2-box', 'job2-barcodes'],
    ]);
  });
});

describe('the form of a hand-over', () => {
  it('asks once for the recipient, and for each seal that was put on', () => {
    const jobs = [
      { ...cold, seal: 'SL-00001' },
      { ...cold, seal: 'SL-00002' },
      { ...cold, seal: 'SL-00001', requirements: { ...nothing, otp: true, id_check: true } },
    ];
    const { shared, boxes, jobs: parts } = doorForm('deliver', jobs);
    expect(keys(shared)).toEqual(['recipient', 'id_check']);
    expect(boxes.map(({ places }) => places)).toEqual([[0, 2], [1]]);
    expect(parts.map(({ fields }) => keys(fields))).toEqual([[], [], ['job2-handover_code']]);
  });
});

describe('entries for several jobs', () => {
  const form = { type: 'collect', jobs: [cold, cold, warm] } as const;
  const controls = {
    'box0-seal': 'SL-00001',
    'box0-box_temperature_c': '4',
    'box1-seal': 'SL-00003',
    'box1-box_temperature_c': '11',
    'job0-parcels_scanned': '1',
    'job1-parcels_scanned': '2',
    'job1-seal': 'SL-00002',
    'job2-parcels_scanned': '',
  };

  it('are those of the box, unless a job has a box of its own', () => {
    const seals = [0, 1, 2].map((place) => entriesAt(form, place, controls).seal);
    expect(seals).toEqual(['SL-00001', 'SL-00002', 'SL-00003']);
    expect(readAt(form, 1, controls)).toEqual({
      fields: { seal: 'SL-00002', parcels_scanned: 2, box_temperature_c: 4 },
    });
  });

  it('name the control that has to be corrected', () => {
    expect(readAt(form, 2, controls)).toEqual({
      faults: { 'job2-parcels_scanned': 'A whole number from 0 to 99.' },
    });
    const faults = (more: object) => {
      const read = readAt(form, 1, { ...controls, ...more });
      return Object.keys('faults' in read ? read.faults : {});
    };
    expect(faults({ 'job1-seal': 'x' })).toEqual(['job1-seal']);
    expect(faults({ 'job1-seal': '', 'box0-seal': 'x' })).toEqual(['box0-seal']);
  });

  it('come back into the form from what was kept for each job', () => {
    const kept = form.jobs.map((_, place) => entriesAt(form, place, controls));
    const { 'job2-parcels_scanned': _, ...filled } = controls;
    expect(controlsOf(form, kept)).toMatchObject(filled);
  });

  it('warn at the temperature of the box that is out of range', () => {
    const warnings = Object.entries(rangeWarnings(form, controls));
    expect(warnings.filter(([, text]) => text !== '').map(([key]) => key)).toEqual([
      'box1-box_temperature_c',
    ]);
  });
});
