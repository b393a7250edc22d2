/** Forms that record a new document of a driver or vehicle: open warnings about its kind close. */
import { opaqueId, tracking } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import { pick } from '../../../form/field.ts';
import { form, type RenderContext } from '../../../route/route.ts';
import { driverDocuments, vehicleDocuments } from '../assignment/documents.ts';
import { paperFields } from './document-fields.ts';

export const putDriverDocument = form(tracking, 'putDriverDocument', {
  path: '/desk/drivers/documents',
  access: 'ops:dispatch',
  fields: {
    id: pick(opaqueId, { label: 'Driver', first: 'Choose', missing: 'Choose the driver.' }),
    ...paperFields(driverDocuments),
  },
  input: ({ fields }) => fields,
  home: '/desk/drivers',
});

export const putVehicleDocument = form(tracking, 'putVehicleDocument', {
  path: '/desk/vehicles/documents',
  access: 'ops:dispatch',
  fields: {
    id: pick(opaqueId, { label: 'Vehicle', first: 'Choose', missing: 'Choose the vehicle.' }),
    ...paperFields(vehicleDocuments),
  },
  input: ({ fields }) => fields,
  home: '/desk/vehicles',
});

const formOf = { driver: putDriverDocument, vehicle: putVehicleDocument } as const;

interface Subjects {
  type: 'driver' | 'vehicle';
  /** Id and name of those on the page. */
  options: readonly (readonly [id: string, name: string])[];
}

const about =
  'Its end replaces the one of the same kind on file, and warnings about it close. The audit log keeps what stood there before.';

export const renewalForm = (
  { type, options }: Subjects,
  forms: RenderContext['forms'],
): Html | undefined =>
  options.length === 0
    ? undefined
    : forms.fold(
        formOf[type],
        { label: 'Record a document', about },
        { submit: 'Record the document', known: { id: { options } } },
      );
