/** Words of what speaks against an assignment; which it is, the service decides. */
import type { AssignmentConflict } from '@svc/contracts';
import { formatDay } from '../../../words/local-time.ts';
import { wordsOf } from '../rows/labels.ts';

/** `driving licence of the driver expires on 1 Nov 2026`. */
export function conflictWords(conflict: AssignmentConflict): string {
  const { code, document, expires_on, refs, parcels } = conflict;
  switch (code) {
    case 'driver_document_expires':
      return `${wordsOf(document ?? '')} of the driver is valid through ${formatDay(expires_on ?? '')}`;
    case 'vehicle_document_expires':
      return `${wordsOf(document ?? '')} of the vehicle is valid through ${formatDay(expires_on ?? '')}`;
    case 'driver_retired':
      return 'The driver is retired';
    case 'vehicle_retired':
      return 'The vehicle is retired';
    case 'off_shift':
      return 'Off shift';
    case 'capacity_exceeded':
      return `No room for ${parcels} of the parcels at that time`;
    case 'cold_box_missing':
      return 'No cold box on file for the vehicle';
    case 'windows_overlap':
      return `At the same time as ${refs.join(', ')}`;
  }
}

/** One or two words for a narrow block. */
export const conflictMarks: Readonly<Record<AssignmentConflict['code'], string>> = {
  driver_document_expires: 'Papers',
  vehicle_document_expires: 'Papers',
  driver_retired: 'Retired',
  vehicle_retired: 'Retired',
  off_shift: 'Off shift',
  capacity_exceeded: 'No room',
  cold_box_missing: 'No cold box',
  windows_overlap: 'Overlap',
};
