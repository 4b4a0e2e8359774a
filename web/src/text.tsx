// Texts of the document with more than their characters: names that break only where a part of them ends, and sentences
// in which backticks mark what stands in the model.

const parts = /(?<=[.\])_ ])|(?=[[(])|(?<=[a-z\d])(?=[A-Z])/;

const short = 12; // characters that always fit

/** `buffer[0].element[1]` may break before a bracket and after a dot or a space, not inside a word. */
export const Name = ({ text }: { text: string }) => (
    <>
        {(text.length > short || text.includes(" ") ? text.split(parts) : [text]).map((part, index) => (
            <>
                {index > 0 && <wbr />}
                {part}
            </>
        ))}
    </>
);

/** The characters of the longest part that is not broken. */
export const longestPart = (text: string): number => Math.max(...text.split(parts).map(({ length }) => length));

/** A sentence with names in backticks. */
export const Prose = ({ text }: { text: string }) => (
    <>{text.split(/`([^`]*)`/).map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))}</>
);
