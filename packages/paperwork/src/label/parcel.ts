/** Content of the label of one parcel. */
import type { ParcelCode } from '@svc/text/codes/parcel-code';

interface LabelSite {
  name: string;
  address: string;
}
export interface ParcelLabel {
  code: ParcelCode;
  number: number;
  of: number;
  /** The job's reference, `SVC-…`. */
  ref: string;
  /** The sender's own; empty for none. */
  reference: string;
  sender: string;
  service: string;
  from: LabelSite;
  to: LabelSite;
  /** Its class, or its profile, and the range in words; null for none. */
  temperature: { class: string; range: string } | null;
  /** `UN3373`; empty for none. */
  un_number: string;
  /** Net mass of dry ice, kg; null for none. */
  dry_ice_kg: number | null;
  /** Barcode that is on the parcel already, for example a donation number; null for none. */
  barcode: string | null;
  /** When it is due, for people. */
  due: string;
}
