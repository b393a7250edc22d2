/** Labels of a job in each of their forms. */
import { jobs, type LabelSet, type TemperatureClass } from '@svc/contracts';
import { type Face, stacked } from '../drawing/face.ts';
import { fourPerSheet, pagePerFace, pdfOf } from '../drawing/pdf.ts';
import { pngOf } from '../drawing/png.ts';
import { zplOf } from '../drawing/zpl.ts';
import type { ParcelLabel } from '../label/parcel.ts';
import { facesOf } from '../label/parcel-label.ts';
import { profileText, rangeText, timeText } from './words.ts';

export function labelPdf(output: unknown): Promise<Buffer> {
  return labelsPdf([jobs.actions.labels.output.parse(output)]);
}

/** Labels of several jobs in one file, in their order and the layout of the first. */
export function labelsPdf(sets: readonly [LabelSet, ...LabelSet[]]): Promise<Buffer> {
  const [{ layout, sla_due }] = sets;
  const sheets = layout === 'sheet' ? fourPerSheet : pagePerFace;
  return pdfOf(sheets(sets.flatMap(facesOfSet)), {
    title: `Labels ${sets.map(({ ref }) => ref).join(', ')}`,
    at: new Date(sla_due),
  });
}

export const labelZpl = async (output: unknown): Promise<Buffer> =>
  Buffer.from(zplOf(facesOfSet(jobs.actions.labels.output.parse(output))));

/** A picture holds one parcel: the first of those asked for. */
export function labelPng(output: unknown): Promise<Buffer> {
  const set = jobs.actions.labels.output.parse(output);
  return pngOf(stacked(facesOfSet({ ...set, parcels: set.parcels.slice(0, 1) })));
}

const facesOfSet = (set: LabelSet): Face[] =>
  set.parcels.flatMap((parcel) => facesOf(labelOf(set, parcel)));

const classText = (name: TemperatureClass): string =>
  name === '2-8C' ? '2–8 °C' : name.toUpperCase();

const labelOf = (set: LabelSet, parcel: LabelSet['parcels'][number]): ParcelLabel => ({
  code: { scheme: parcel.scheme, value: parcel.code },
  number: parcel.number,
  of: set.parcel_count,
  ref: set.ref,
  reference: set.reference,
  sender: set.sender,
  service: set.service,
  from: set.pickup,
  to: set.dropoff,
  temperature: parcel.temperature_class && {
    class:
      set.temperature_profile === null
        ? classText(parcel.temperature_class)
        : profileText(set.temperature_profile),
    range: rangeText(set.temperature_range_c),
  },
  un_number: parcel.un_number,
  dry_ice_kg: set.dry_ice_g === null ? null : set.dry_ice_g / 1_000,
  barcode: parcel.barcode,
  due: timeText(set.sla_due),
});
