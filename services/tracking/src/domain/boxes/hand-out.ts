import type { HandOut } from '@svc/contracts';

export type HandOutRecord = Omit<HandOut, 'object' | 'at' | 'created_at'> & {
  at: Date;
  created_at: Date;
};
