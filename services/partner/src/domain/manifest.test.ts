import { describe, expect, it } from 'vitest';
import { reconcile, requireNoPatientData, type Scan } from './manifest.ts';

describe('patient data', () => {
  it.each([
    'name',
    'Surname',
    'first_name',
    'firstName',
    'FULL NAME',
    'id_number',
    'ID-No',
    'dob',
    'date_of_birth',
    'birthDate',
    'diagnosis',
    'Diagnosis Code',
    'icd10',
    'patient',
    'patient_ref',
    'gender',
    'medical-aid number',
    'phone',
  ])('is refused by the field %s, at any depth', (field) => {
    const isRefused = expect.objectContaining({ code: 'patient_data_not_allowed' });
    for (const sent of [{ [field]: 1 }, { specimens: [{ more: { [field]: null } }] }]) {
      expect(() => requireNoPatientData(sent)).toThrow(isRefused);
    }
  });

  it.each(['barcode', 'container', 'rack_name_tag', 'temperature_class', 'un_number', 'filename'])(
    'is not suspected in the field %s',
    (field) => {
      expect(() => requireNoPatientData({ specimens: [{ [field]: 'x' }] })).not.toThrow();
    },
  );
});

describe('listed and scanned', () => {
  const listed = (...barcodes: string[]) => ({
    specimens: barcodes.map((barcode) => ({
      barcode,
      container: 'tube',
      temperature_class: 'ambient' as const,
      un_number: '',
    })),
  });
  const pieces = (...barcodes: string[]): Scan => ({ parcels_scanned: 1, barcodes });
  const parcels = (parcels_scanned: number): Scan => ({ parcels_scanned, barcodes: null });

  it.each([
    ['match', [listed('a', 'b')], [pieces('b', 'a')], [], [], true],
    [
      'match over several collections',
      [listed('a', 'b')],
      [pieces('a'), pieces('b')],
      [],
      [],
      true,
    ],
    ['match over several manifests', [listed('a'), listed('b')], [pieces('a', 'b')], [], [], true],
    ['differ by what is missing', [listed('a', 'b')], [pieces('a')], ['b'], [], false],
    ['differ by what nobody listed', [listed('a')], [pieces('a', 'c')], [], ['c'], false],
    ['differ though the numbers agree', [listed('a')], [pieces('c')], ['a'], ['c'], false],
    ['differ by all where nothing was collected', [listed('a')], [], ['a'], [], false],
    ['match by number', [listed('a', 'b')], [parcels(2)], [], [], true],
    ['differ by number', [listed('a', 'b')], [parcels(1)], [], [], false],
    ['add up by number', [listed('a', 'b')], [parcels(1), pieces('b')], [], [], true],
  ])('are compared by the rule: %s', (_, manifests, scans, ...[missing, unexpected, isMatch]) => {
    expect(reconcile(manifests, scans)).toMatchObject({ missing, unexpected, isMatch });
  });
});
