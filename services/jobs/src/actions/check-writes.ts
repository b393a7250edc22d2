import { command } from '../define.ts';
import { writeMark } from '../store/write-mark.ts';

export const checkWrites = command('checkWrites', {
  handle: async (_input, { db }) => {
    await writeMark(db);
    return {};
  },
});
