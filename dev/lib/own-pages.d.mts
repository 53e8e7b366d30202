import type { IncomingHttpHeaders } from 'node:http';

/** Origins of the pages at these addresses, as a browser may call them: by the machine's number or its name. */
export function ownOrigins(addresses: string[]): string[];
/**
 * Why a call is refused that came under a name which is not this machine's; undefined where it is. A page may lead its own name here, and its
 * browser then takes it for one of ours (DNS rebinding).
 */
export function foreignHost(headers: IncomingHttpHeaders): string | undefined;
/** Why a call to an emulator is refused; undefined where it is a program's, or that of a page of these origins without an owner's rights. */
export function refusal(headers: IncomingHttpHeaders, origins: string[]): string | undefined;
