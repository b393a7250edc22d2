import { z } from 'zod';
import { internalEvent } from '../define.ts';
import { empty } from '../primitives.ts';
import { dcCode } from './resource.ts';

export const filesEvents = {
  'file.refused': internalEvent({
    description:
      'For the control desk: a file has a fault as a whole, and nothing of it is booked.',
    /** Without the name of the file, which is its sender's own text. */
    data: z.object({ file_id: z.string(), dc: dcCode, code: z.string() }),
    internals: empty,
  }),
};
