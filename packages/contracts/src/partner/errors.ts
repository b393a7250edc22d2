/** Errors of manifests and receptions. */
import { entry } from '../error-entry.ts';

export const laboratoryErrors = {
  already_received: entry(
    409,
    'Specimen already received',
    'The specimen was already accepted or rejected; the detail says by whom and when.',
  ),
  duplicate_barcode: entry(422, 'Duplicate barcode', 'Every specimen needs a unique barcode.'),
  specimen_not_expected: entry(
    422,
    'Specimen not expected',
    'No manifest lists the barcode: it can only be rejected as `not_expected`. That reason is not allowed for listed barcodes.',
  ),
  patient_data_not_allowed: entry(
    422,
    'Patient data not allowed',
    'A field looks like patient data. Nothing was stored. Send codes and barcodes only.',
  ),
};
