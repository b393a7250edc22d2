/** `npm run deploy -- kubernetes`: writes the manifests, or compares them with what is committed. */
import { runGenerator } from '@svc/text/generator';
import { manifests } from './generator.ts';

await runGenerator(manifests);
