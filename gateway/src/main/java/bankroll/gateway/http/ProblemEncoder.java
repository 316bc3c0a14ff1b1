package bankroll.gateway.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/** Writes problem documents: exactly the contract's five fields (§2.8), {@code detail} left out when there is none. */
public final class ProblemEncoder {
    private final String[] fixedParts = new String[Problem.values().length];

    /**
     * @param typeBase what stands before the code in {@code type}; with the code it is an absolute URI
     */
    public ProblemEncoder(String typeBase) {
        for (Problem problem : Problem.values()) {
            fixedParts[problem.ordinal()] = "{\"type\":\"" + typeBase + problem.code() + "\",\"title\":\""
                    + problem.title() + "\",\"status\":" + problem.status() + ",\"code\":\"" + problem.code() + '"';
        }
    }

    /** Appends the document; {@code detail} may be null. It must not hold secrets, signatures or class names. */
    public void encode(ByteBuf out, Problem problem, String detail) {
        ByteBufUtil.writeAscii(out, fixedParts[problem.ordinal()]);
        if (detail != null) {
            ByteBufUtil.writeAscii(out, ",\"detail\":\"");
            out.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(detail)).writeByte('"');
        }
        out.writeByte('}');
    }
}
