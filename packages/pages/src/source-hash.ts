import { hash } from 'node:crypto';

/** Permits an inline style sheet or script by its text (CSP Level 3, hash-source). */
export const sourceHash = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
