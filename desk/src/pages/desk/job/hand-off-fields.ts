/** Fields of the table of hand-offs as fields of a form, by their kind. */
import {
  barcode,
  barcodesMost,
  boxTemperature,
  type HandOffField,
  handOverCode,
  idCheckLabels,
  lineText,
  opaqueId,
  requiredLine,
  seal,
  text,
} from '@svc/contracts';
import { z } from 'zod';
import { area, choice, type Field, line, lines, number, orNone } from '../../../form/field.ts';

const degrees = `Degrees from ${boxTemperature.min} to ${boxTemperature.max} with at most one decimal.`;
const celsius = z
  .number()
  .min(boxTemperature.min)
  .max(boxTemperature.max)
  .multipleOf(boxTemperature.step);
const sealMisfit = 'A seal has 4 to 32 letters, digits and hyphens.';
const fileMisfit = 'The id of a file, e.g. file_01J….';
const first = 'Choose…';

type OfKind<K extends HandOffField['kind']> = HandOffField & { kind: K };
const fieldOfKind: { [K in HandOffField['kind']]: (told: OfKind<K>) => Field } = {
  line: ({ max, ...told }) => line(lineText(max), told),
  text: ({ max, isOptional, missing, usual: _usual, ...told }) =>
    isOptional ? orNone(area(text(max), told)) : area(text(max), { ...told, missing }),
  whole: ({ min, max, ...told }) => number(z.int().min(min).max(max), told),
  celsius: (told) => number(celsius, { ...told, step: boxTemperature.step, error: degrees }),
  seal: ({ isOptional, ...told }) => {
    const words = { ...told, max: 32, error: sealMisfit };
    return isOptional ? orNone(line(seal, words)) : line(seal, { ...words, missing: sealMisfit });
  },
  code: (told) =>
    ifAsked(line(lineText(handOverCode.max), { ...told, missing: 'The 6 digits that were told.' })),
  codes: ({ max, most, ...told }) =>
    orNone(lines(z.array(requiredLine(max)).max(most), { ...told, what: 'codes' })),
  barcodes: (told) => orNone(lines(z.array(barcode).max(barcodesMost), { ...told, what: 'codes' })),
  choice: ({ choices, ...told }) => choice(choices, { ...told, first }),
  id_check: (told) => ifAsked(choice(idCheckLabels, { ...told, first })),
  file: (told) =>
    ifAsked(
      line(opaqueId, {
        ...{ ...told, max: 64, missing: fileMisfit, error: fileMisfit },
        hint: "Id from the courier's device, e.g. file_01J…",
      }),
    ),
};

/** Absent where the job does not ask for it. */
const ifAsked = <T>(field: Field<T>): Field<T | undefined> => ({
  ...field,
  entry: z.union([z.undefined(), field.entry], { error: field.missing }).optional(),
});
const fieldOf = <K extends HandOffField['kind']>({
  when: _when,
  about: _about,
  ...told
}: OfKind<K>) => fieldOfKind[told.kind as K](told as OfKind<K>);

export const fieldsOf = <N extends string>(
  table: Readonly<Record<N, HandOffField>>,
): Record<N, Field> =>
  Object.fromEntries(
    Object.entries<HandOffField>(table).map(([name, told]) => [name, fieldOf(told)]),
  ) as Record<N, Field>;
