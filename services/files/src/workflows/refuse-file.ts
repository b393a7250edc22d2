import type { Fault } from '@svc/contracts';
import type { FilesWriteContext } from '../define.ts';
import { advanceFile, type FileRecord, type StepTransition } from '../store/files.ts';

type RefusedFile = Pick<FileRecord, 'tenant_id' | 'id' | 'dc'> & { stat?: string | null };

/**
 * A fault of the whole file: none of its rows is booked, an answer is sent, and the control desk
 * gets an alarm. Returns false when another replica advanced the file.
 */
export async function refuseFile(
  { db, emit, now }: FilesWriteContext,
  file: RefusedFile,
  { from, fault, more }: Pick<StepTransition, 'from' | 'more'> & { fault: Fault },
): Promise<boolean> {
  const { tenant_id: tenant, id: file_id, dc } = file;
  const faults = [fault];
  const transition = { from, to: 'answering', now, more: { ...more, faults } } as const;
  const isOurs = await advanceFile(db, file, transition);
  if (isOurs) emit('file.refused', { file_id, dc, code: fault.code }, {}, { tenant });
  return isOurs;
}
