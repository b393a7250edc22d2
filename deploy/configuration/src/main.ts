/** `npm run deploy -- configure`: writes docs/operations/configure.md, or compares it. */
import { runGenerator } from '@svc/text/generator';
import { settings } from './generator.ts';

await runGenerator(settings);
