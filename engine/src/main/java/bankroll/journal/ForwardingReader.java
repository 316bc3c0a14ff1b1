package bankroll.journal;

import org.agrona.DirectBuffer;

/** Hands everything on to another reader; what it should do otherwise, a subclass says. The thread of that reader. */
public class ForwardingReader implements JournalReader {
    private final JournalReader reader;

    /** One that asks this reader. */
    protected ForwardingReader(JournalReader reader) {
        this.reader = reader;
    }

    @Override
    public boolean next() {
        return reader.next();
    }

    @Override
    public DirectBuffer buffer() {
        return reader.buffer();
    }

    @Override
    public int offset() {
        return reader.offset();
    }

    @Override
    public int length() {
        return reader.length();
    }

    @Override
    public long sequence() {
        return reader.sequence();
    }

    @Override
    public String place() {
        return reader.place();
    }

    @Override
    public void close() {
        reader.close();
    }
}
