import { routes } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { deleteAccount } from './delete-account.ts';

/** The account itself. */
export function mountUsers(mount: Mount<UserCaller>): void {
  mount(routes.deleteAccount, deleteAccount);
}
