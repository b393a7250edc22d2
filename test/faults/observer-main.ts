import { runRoles } from '@svc/kit/roles';
import { observerService } from './observer.ts';

await runRoles([observerService]);
