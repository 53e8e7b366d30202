import { IMAGE_TAG_DEFAULT } from '@countersign/contract';
import { env } from './env.ts';

/** In IMAGE_TAGS: any tag. */
const ANY = '*';

/** Tags that containers may use, in the order of the setting. */
function listedTags(): [string, ...string[]] {
  const [first, ...others] = env()
    .IMAGE_TAGS.split(',')
    .flatMap((tag) => tag.trim() || []);
  return first === undefined ? [IMAGE_TAG_DEFAULT] : [first, ...others];
}

/** True when containers may be created with this tag, and started again. Each allowed tag is one Cloud Run job. */
export function isAllowedTag(tag: string): boolean {
  const listed = listedTags();
  return listed.includes(tag) || listed.includes(ANY);
}

/** The tag of a container that names none: `latest`, or the first allowed one if `latest` is not. */
export function defaultTag(): string {
  return isAllowedTag(IMAGE_TAG_DEFAULT) ? IMAGE_TAG_DEFAULT : listedTags()[0];
}

/** Why a tag is refused, for a person. */
export function tagRefusal(tag: string): string {
  return `The image tag ${tag} is not allowed here. Allowed: ${listedTags().join(', ')}`;
}
