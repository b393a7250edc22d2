import { transparencyLog } from './log/index.ts';
import { producers } from './public-events.ts';
import { webhooks } from './webhooks/index.ts';

/** The contract of every service. */
export const serviceContracts = [...producers, transparencyLog, webhooks] as const;
