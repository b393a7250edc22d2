/** `npm run deploy -- monitoring`: writes metrics page, rules and dashboards, or compares them. */
import { runGenerator } from '@svc/text/generator';
import { monitoring } from './generator.ts';

await runGenerator(monitoring);
