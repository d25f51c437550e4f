import { useDataProvider } from 'react-admin';
import type { Member, Vehicle } from '../../../schemas/types.generated.ts';
import type { AdminDataProvider } from 'forecourt/admin';
import type { RentalCalls } from '../calls/index.ts';

/** Generic calls that pages make by their paths. */
interface GenericCalls {
  readonly 'GET /car/info/{id}': { readonly input: { readonly id: number }; readonly answer: Vehicle };
  readonly 'GET /member/info/{id}': { readonly input: { readonly id: number }; readonly answer: Member };
}

/** The data provider that knows every call of the business by its declaration. */
export const useRentalProvider = () => useDataProvider<AdminDataProvider<RentalCalls & GenericCalls>>();
