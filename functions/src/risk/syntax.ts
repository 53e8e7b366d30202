import type { SyntaxNode } from 'unbash';
import type { Weight } from './report.ts';

type NodeType = SyntaxNode['type'];

/** How much of a tree is looked at: each nested level is parsed when it is reached. */
export const NODES_MAX = 20_000;
export const DEPTH_MAX = 8;

/** Parts that contain a script or an expression of their own. */
export const nesting: ReadonlySet<NodeType> = new Set<NodeType>([
  'CommandExpansion',
  'ProcessSubstitution',
  'ArithmeticExpansion',
  'ArithmeticCommandExpansion',
  'ParameterExpansion',
  'HereDoc',
]);

/** Parts of a command without a meaning of their own: their contents are judged. */
export const harmlessNodes: ReadonlySet<NodeType> = new Set<NodeType>([
  'Script',
  'Statement',
  'CompoundList',
  'Pipeline',
  'Time',
  'Negation',
  'AndOr',
  'If',
  'Elif',
  'Subshell',
  'BraceGroup',
  'Redirected',
  'FileDescriptor',
  'Word',
  'Literal',
  'SingleQuoted',
  'DoubleQuoted',
  'HereDocBody',
  'HereDocDelimiter',
]);

const filledIn: [Weight, string] = ['medium', 'Names that the shell fills in: they are known only when it runs'];
export const KNOWN_LATE = 'A value that is known only when it runs';
const valueUnknown: [Weight, string] = ['unknown', KNOWN_LATE];
const substituted: [Weight, string] = ['unknown', 'What another command prints becomes part of this one'];
const controlled: [Weight, string] = [
  'unknown',
  'A loop, a function or a condition: what runs is decided when it runs',
];

/** Parts that give a command another meaning than can be read from it. Parts in neither list are not judged. */
export const dynamicNodes: Partial<Record<NodeType, [Weight, string]>> = {
  Glob: filledIn,
  // To zsh, `*(e:…:)` runs a command for each name.
  ExtendedGlob: ['unknown', 'A pattern that shells read differently'],
  BraceExpansion: filledIn,
  SimpleExpansion: valueUnknown,
  ParameterExpansion: valueUnknown,
  ArithmeticExpansion: valueUnknown,
  CommandExpansion: substituted,
  ProcessSubstitution: substituted,
  AnsiCQuoted: ['unknown', 'Quoting that shells read differently'],
  LocaleString: ['unknown', 'Quoting that shells read differently'],
  HereDoc: ['medium', 'A text for the command’s input'],
  HereString: ['medium', 'A text for the command’s input'],
  Assignment: ['unknown', 'Sets a variable, which can change what programs run and how'],
  ArrayValue: valueUnknown,
  For: controlled,
  ArithmeticFor: controlled,
  While: controlled,
  Select: controlled,
  Case: controlled,
  Function: controlled,
  Coproc: controlled,
};
