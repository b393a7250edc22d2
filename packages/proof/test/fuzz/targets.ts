import { targets as audit } from './audit.ts';
import { targets as log } from './log.ts';
import { targets as verify } from './verify.ts';

export const targets = [...audit, ...log, ...verify];
