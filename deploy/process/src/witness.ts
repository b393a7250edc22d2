/** `witness` as the image's command: a witness of any log, for whom the image is at hand. */
import { runWitness } from '@svc/proof/witness/command';

await runWitness(process.argv.slice(3));
