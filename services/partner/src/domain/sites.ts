/** Sites that an order or a route may not name. */
import { Refusal } from '@svc/kit/refusal';

type Path = (string | number)[];

/** Does not reveal whether another tenant has such a site. */
export const unknownSite = (...path: Path): Refusal =>
  new Refusal(
    'unknown_site',
    `${path.join('/')} is neither a site of yours nor one shared with you. GET /sites lists them.`,
    { path },
  );

/** `path` names the second of the two. */
export const sameSite = (...path: Path): Refusal =>
  new Refusal(
    'same_site',
    `${path.join('/')}: the parcels would be collected where they are delivered.`,
    { path },
  );
