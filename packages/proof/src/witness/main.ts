/** `npm run proof -- witness`; `witness` is also a command of the image. */
import { runWitness } from './command.ts';

await runWitness(process.argv.slice(2));
