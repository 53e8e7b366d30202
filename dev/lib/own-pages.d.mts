import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Origins of the pages at these addresses, as a browser may call them: by the machine's number or its name. */
export function ownOrigins(addresses: string[]): string[];
/**
 * Why a call is refused that came under a name which is not this machine's; undefined where it is. A page may lead its own name here, and its
 * browser then takes it for one of ours (DNS rebinding).
 */
export function foreignHost(headers: IncomingHttpHeaders): string | undefined;
/** Why a call to an emulator is refused; undefined where it is a program's, or that of a page of these origins without an owner's rights. */
export function refusal(headers: IncomingHttpHeaders, origins: string[]): string | undefined;
/** Why one of our own servers, at this port, does not answer a call; undefined where it is a program's, its own page's, or a link that is followed. */
export function refusalByProgram(call: Pick<IncomingMessage, 'headers' | 'method'>, port: number): string | undefined;
