import { Refusal } from '@svc/kit/refusal';
import { command, type TrackingWriteContext } from '../define.ts';
import {
  type ComplianceDocument,
  type DocumentSubjectType,
  withDocument,
} from '../domain/compliance-document.ts';
import { requireDriver, toDriverResource } from '../domain/driver.ts';
import { requireVehicle, toVehicleResource } from '../domain/vehicle.ts';
import { lockDocuments, putDocument } from '../store/compliance-documents.ts';
import { findDriver } from '../store/drivers.ts';
import { findVehicle } from '../store/vehicles.ts';

interface Renewal extends ComplianceDocument {
  type: DocumentSubjectType;
  id: string;
}

/** Replaces the end of its kind, or files a new kind; notices begin anew. Answers what changed. */
async function fileDocument(
  { type, id, document, expires_on }: Renewal,
  { db, tenant, emit }: TrackingWriteContext,
) {
  const filed = await lockDocuments(db, tenant, { type, id });
  const { seq, before } = withDocument(filed, document);
  if (seq === undefined) throw new Refusal('invalid_body', 'There are 20 documents at most.');
  await putDocument(db, tenant, { type, id, seq, document, expires_on });
  emit('compliance.renewed', { subject_type: type, subject_id: id, document, expires_on }, {});
  return {
    object: id,
    ...(before && { before: { document, expires_on: before.expires_on } }),
    after: { document, expires_on },
  };
}

export const putDriverDocument = command('putDriverDocument', {
  handle: async ({ id, ...paper }, context) => {
    const { db, tenant } = context;
    requireDriver(await findDriver(db, tenant, id));
    context.recordChange(await fileDocument({ type: 'driver', id, ...paper }, context));
    return toDriverResource(requireDriver(await findDriver(db, tenant, id)));
  },
});

export const putVehicleDocument = command('putVehicleDocument', {
  handle: async ({ id, ...paper }, context) => {
    const { db, tenant } = context;
    requireVehicle(await findVehicle(db, tenant, id));
    context.recordChange(await fileDocument({ type: 'vehicle', id, ...paper }, context));
    return toVehicleResource(requireVehicle(await findVehicle(db, tenant, id)));
  },
});
