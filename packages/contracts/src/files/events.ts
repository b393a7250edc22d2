import { z } from 'zod';
import { internalEvent } from '../define.ts';
import { empty } from '../primitives.ts';
import { dcCode } from './resource.ts';

export const filesEvents = {
  'file.refused': internalEvent({
    description: 'For the control desk: a file was refused as a whole; nothing was booked.',
    /** Omits the file name, which is the sender's own text. */
    data: z.object({ file_id: z.string(), dc: dcCode, code: z.string() }),
    internals: empty,
  }),
};
